/** Under this name the vault keeps the signing secret of a webhook. */
export function webhookSecretName(webhookUuid: string): string {
  return `webhook:${webhookUuid}:secret`;
}
