/** The ports of the setting `COMMENTDOCK_LOCAL_MODEL_PORTS`; null where it is not a list of at most twenty ports. */
export function localModelPortsIn(setting: string): readonly number[] | null {
  const entries = setting.split(/[\s,]+/).filter((entry) => entry !== '');
  const ports = entries.filter((entry) => /^\d{1,5}$/.test(entry)).map(Number);
  const isList = ports.length === entries.length && ports.length <= 20 && ports.every((port) => port > 0 && port <= 65_535);
  return isList ? [...new Set(ports)] : null;
}
