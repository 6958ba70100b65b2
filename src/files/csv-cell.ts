/** A cell of a CSV file as RFC 4180 has it: in quotes where it holds a comma, a quote or the end of a line. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
