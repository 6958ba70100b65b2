/** `iwal/data`: readers, the binary cache, public sets, generated documents. */
export { loadDataset, readDataset, readPieces, readers, type DatasetOptions, type Format } from '../data/index.ts';
export type { Reader, ReadOptions, GuessColumns, LabelChoice } from '../data/readers/reader.ts';
export type { Differing, Documents, DocumentFormat } from '../data/documents/read-documents.ts';
export type { ClassNames } from '../data/documents/classes.ts';
export type { Column, Idf, TextSettings, Vectorizer } from '../text/vectorizer.ts';
export type { HashName } from '../data/readers/vw/hash.ts';
export { DataError, type DataTrouble } from '../files/data-error.ts';
export { readCache, writeCache, type Cached, type CacheSource } from '../data/cache/cache-file.ts';
export type { CacheOptions } from '../data/cache/cached-read.ts';
export { writeSvmlight } from '../data/svmlight-writer.ts';
export { rcv1Like, RCV1_PARTS, type Rcv1LikeOptions, type Rcv1Part } from '../data/rcv1-like.ts';
export { catalogue, type CatalogueEntry, type RemoteFile, type Task } from '../data/public/local-copies.ts';
export { locate, type DatasetFacts, type LocalCopy, type LocalFile, type Checksum } from '../data/public/local-copies.ts';
