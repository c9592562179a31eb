const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Fields that name something by its id; what else they hold is not kept: a person may put a secret anywhere. */
const NAMING = ['guid', 'uuid', 'id', 'batchId', 'batch_id', 'member'];
const LISTS = ['guids', 'jobs'];
/** Of one call. */
const MOST_SUBJECTS = 20;

/** Ids of what a call was about, as its input and its answer name them. */
export function subjectsOf(...said: readonly unknown[]): readonly string[] {
  const found = said.flatMap((each) => [...namedIn(each), ...listedIn(each)]);
  return [...new Set(found)].slice(0, MOST_SUBJECTS);
}

function namedIn(said: unknown): readonly string[] {
  if (typeof said !== 'object' || said === null) return [];
  const fields = said as Readonly<Record<string, unknown>>;
  return NAMING.flatMap((name) => idOf(fields[name]));
}

function listedIn(said: unknown): readonly string[] {
  if (typeof said !== 'object' || said === null) return [];
  const fields = said as Readonly<Record<string, unknown>>;
  return LISTS.flatMap((name) => {
    const list = fields[name];
    return Array.isArray(list) ? list.slice(0, MOST_SUBJECTS).flatMap((entry) => [...idOf(entry), ...namedIn(entry)]) : [];
  });
}

function idOf(value: unknown): readonly string[] {
  return typeof value === 'string' && UUID.test(value) ? [value] : [];
}
