/** Where the vault keeps the cookies that a job was given. */
export function cookiesSecret(jobGuid: string): string {
  return `job/${jobGuid}/cookies`;
}
