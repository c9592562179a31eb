/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address) && URL.canParse(address);
}
