import type { Input, Output } from '#renderer/client/call.ts';

export type Provider = Output<'sentiment.providers'>[number];

/** The provider that is a model on this machine: without a key, for nothing. */
export const LOCAL_MODEL = 'local-model';
/** A neural network that the owner fetched onto this machine: it has an id, and nothing else. */
export const NEURAL_MODEL = 'neural-model';

/** Whoever judges on this machine. */
export function staysHere(id: Provider['id']): boolean {
  return id === 'built-in' || id === LOCAL_MODEL || id === NEURAL_MODEL;
}

/** A provider as it is typed. The key is empty as long as nobody types a new one. */
export interface ProviderForm {
  readonly key: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly perMinute: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
}

export function formOf(provider: Provider): ProviderForm {
  return {
    key: '',
    baseUrl: provider.base_url ?? '',
    model: provider.model ?? '',
    perMinute: provider.requests_per_minute?.toString() ?? '',
    inputPrice: provider.input_price?.toString() ?? '',
    outputPrice: provider.output_price?.toString() ?? '',
  };
}

/** What differs from what is stored: an emptied field goes back to its default. A number that is none is sent as it is, and refused. */
export function changesOf(form: ProviderForm, provider: Provider): Omit<Input<'sentiment.set'>, 'id'> {
  const stored = formOf(provider);
  const wanted = {
    base_url: form.baseUrl === stored.baseUrl ? undefined : form.baseUrl.trim() || null,
    model: form.model === stored.model ? undefined : form.model.trim() || null,
    requests_per_minute: form.perMinute === stored.perMinute ? undefined : numberOf(form.perMinute),
    input_price: form.inputPrice === stored.inputPrice ? undefined : numberOf(form.inputPrice),
    output_price: form.outputPrice === stored.outputPrice ? undefined : numberOf(form.outputPrice),
    key: form.key === '' ? undefined : form.key,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

/** Null where nothing is typed; a comma counts as the point of a decimal number. */
function numberOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'));
}
