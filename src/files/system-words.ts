/** "no space left on device", from "ENOSPC: no space left on device, write". */
export function systemWords({ message }: NodeJS.ErrnoException): string {
  return /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
}
