/** Opens the secrets of a team: all of its machines are given the same. */
export const VAULT_KEY = Buffer.alloc(32, 7).toString('base64');
