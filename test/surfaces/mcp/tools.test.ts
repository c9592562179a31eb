import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { OPERATIONS } from '#core/operations/registry.ts';
import { listedTool, TOOLS } from '#core/surfaces/mcp/tools/all.ts';
import { startMcpService } from '#test/surfaces/mcp/mcp-service.ts';

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const LISTED = TOOLS.map(
  (tool) =>
    ({ ...listedTool(tool), name: tool.name }) as unknown as Readonly<Record<string, unknown>> & {
      readonly name: string;
      readonly annotations: Annotations;
      readonly inputSchema: {
        readonly properties: Record<string, { readonly description?: string }>;
        readonly required?: readonly string[];
      };
      readonly outputSchema: object;
    },
);

/** Parameters that are offered, by tool; `*` is required. */
const PARAMETERS: Readonly<Record<string, string>> = {
  export_comments:
    'url* replies tweets followers following likes shares live advanced facebook_ads limit min_date max_date vpn pool sentiment languages sort countries account layout media media_mb incremental keep_raw gentle window cursor wait realtime',
  check_export: 'guid* wait realtime',
  list_exports: 'query folder tag page limit cursor fields',
  download_export: 'guid* limit cursor fields partial',
  detect_platform: 'url*',
  list_platforms: 'limit cursor fields',
  get_my_profile: '',
  get_my_quota: '',
  get_my_limits: '',
  pick_random_winners: 'guid* count require_mention require_hashtag require_text dedupe_by_user',
  list_webhooks: 'page limit cursor fields',
  create_webhook: 'event* url*',
  update_webhook: 'uuid* event url',
  delete_webhook: 'uuid*',
  toggle_webhook: 'uuid*',
  test_webhook: 'uuid*',
  list_schedules: 'page limit cursor fields',
  create_schedule: 'url* cron frequency options',
  update_schedule: 'uuid* url cron frequency options',
  delete_schedule: 'uuid*',
  run_schedule: 'uuid*',
  pause_schedule: 'uuid*',
  resume_schedule: 'uuid*',
  get_export_stats: 'guid* timezone fields',
  search_export:
    'guid* query min_date max_date min_rating max_rating min_likes sentiment languages has_media has_replies change author min_depth max_depth starred noted tag sort limit cursor fields',
  get_changes: 'guid* kind limit offset fields',
  search_all_exports: 'query cursor',
  list_runs: 'guid*',
  list_sentiment_providers: '',
  digest_export: 'guid* limit',
  convert_export: 'guid* format* layout',
  label_export: 'guid* title folder tags',
  note_rows: 'guid* ids* starred note tags',
};

describe('every tool', () => {
  it('asks an operation that exists', () => {
    const names = OPERATIONS.map(({ name }): string => name);
    expect(TOOLS.filter(({ operation }) => !names.includes(operation))).toEqual([]);
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(33);
  });

  it.each(Object.entries(PARAMETERS))('%s takes %s', (name, words) => {
    const { properties, required = [] } = LISTED.find((tool) => tool.name === name)?.inputSchema ?? { properties: {} };
    const taken = Object.keys(properties).map((field) => (required.includes(field) ? `${field}*` : field));
    expect(taken.join(' ')).toBe(words);
  });

  it('explains each parameter', () => {
    for (const { name, inputSchema } of LISTED)
      for (const [field, { description }] of Object.entries(inputSchema.properties))
        expect(description, `${name}.${field}`).toMatch(/\w{3}/);
  });

  it('has schemas that validators take', () => {
    for (const { name, inputSchema, outputSchema } of LISTED) {
      const ajv = addFormats.default(new Ajv2020({ strict: false }));
      expect(() => [ajv.compile(inputSchema), ajv.compile(outputSchema)], name).not.toThrow();
    }
  });

  it('says what it changes', () => {
    const having = (hint: keyof Annotations) => LISTED.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);
    expect(having('destructiveHint')).toEqual(['delete_webhook', 'delete_schedule']);
    expect(having('openWorldHint')).toEqual([
      'export_comments',
      'download_export',
      'pick_random_winners',
      'test_webhook',
      'run_schedule',
      'get_export_stats',
      'search_export',
      'get_changes',
      'search_all_exports',
      'digest_export',
    ]);
    for (const { name, annotations } of LISTED)
      expect(annotations.readOnlyHint === true, name).toBe(/^(check|list|download|detect|get|pick|search|digest)_/.test(name));
  });

  it('takes no argument that it does not name, and says which those are', async () => {
    await using mcp = await startMcpService();
    for (const { name, inputSchema } of LISTED) {
      const { body } = await mcp.call(name, { spoon: 1 });
      const { error, error_code: code } = (body.result?.['structuredContent'] ?? {}) as Readonly<Record<string, string>>;
      expect(['INVALID_REQUEST', 'VALIDATION_ERROR'], name).toContain(code);
      expect(error, name).toContain('not known: spoon');
      for (const argument of Object.keys(inputSchema.properties)) expect(error, name).toContain(argument);
    }
  });

  it('still takes what it offers no longer', () => {
    for (const { name, former = [], input } of TOOLS)
      for (const argument of former) {
        expect(Object.keys(input.shape), name).toContain(argument);
        expect(Object.keys(LISTED.find((tool) => tool.name === name)?.inputSchema.properties ?? {})).not.toContain(argument);
      }
    expect(TOOLS.flatMap(({ former = [] }) => former)).toEqual(['cookies', 'language']);
  });

  it('is short enough to be read by an assistant', () => {
    expect(Buffer.byteLength(JSON.stringify(LISTED))).toBeLessThan(30_000);
  });
});
