/** Whether the operating system refused something. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** "no space left on device", from "ENOSPC: no space left on device, write". */
export function systemWords({ message }: NodeJS.ErrnoException): string {
  return /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
}
