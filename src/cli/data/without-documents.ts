import type { Documents } from '../../data/documents/read-documents.ts';
import type { Dataset } from '../../rows/dataset.ts';

/** The rows, labels and classes alone: what goes to a thread is copied, and texts may be large. */
export function withoutDocuments({
  name,
  rows,
  labels,
  importances,
  groups,
  classNames,
  costs,
}: Dataset & Partial<Documents>): Dataset {
  return {
    ...{ name, rows, labels },
    ...(importances && { importances }),
    ...(groups && { groups }),
    ...(classNames && { classNames }),
    ...(costs && { costs }),
  };
}
