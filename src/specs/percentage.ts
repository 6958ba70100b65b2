/** A share of the rows of a stream, as "10%". */
export type Percentage = `${number}%`;
