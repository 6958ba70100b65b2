import type { Documents } from '../../data/documents/read-documents.ts';
import type { Dataset } from '../../rows/dataset.ts';

/** The rows and labels alone: what goes to a thread is copied, and texts may be large. */
export function withoutDocuments({ name, rows, labels, importances, groups }: Dataset & Partial<Documents>): Dataset {
  return { name, rows, labels, ...(importances && { importances }), ...(groups && { groups }) };
}
