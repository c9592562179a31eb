import { z } from 'zod';
import { type PlatformInfo, platformInfoSchema } from '#core/contract/platform.ts';
import type { DetectedUrl } from '#core/service/platforms.ts';
import { chosenOf, cursorField, cursorOf, fieldsField, fitting, numbersOf } from '#core/surfaces/mcp/page.ts';
import { defineTool, READS } from '#core/surfaces/mcp/tool.ts';

const platformSchema = platformInfoSchema.pick({
  id: true,
  name: true,
  description: true,
  url_patterns: true,
  example_urls: true,
  export_types: true,
  supported_options: true,
  category: true,
  tier: true,
  cookies: true,
  cookie_names: true,
  login_url: true,
});

/** Of all platforms these fit one answer. */
const IN_SHORT = ['id', 'name', 'category', 'tier', 'export_types', 'supported_options'] as const;

const detectPlatform = defineTool({
  name: 'detect_platform',
  title: 'Recognise a URL',
  description:
    'Tells which platform a URL belongs to and what can be exported from it (`exports`: `own` without an option, else under the option), without asking the platform. Take it before `export_comments` where that is not clear. An unsupported URL fails with INVALID_URL.',
  operation: 'platforms.detect',
  hints: READS,
  input: z.object({ url: z.string().min(1).meta({ description: 'As copied from the browser.' }) }),
  ask: (args) => args,
  tell: (found: DetectedUrl) => ({ ...platformSchema.parse(found), target: found.target, exports: found.exports }),
});

const listPlatforms = defineTool({
  name: 'list_platforms',
  title: 'List platforms',
  description: `Supported platforms: ${IN_SHORT.map((field) => `\`${field}\``).join(', ')} of all, or the \`fields\` that you name, a page at a time.`,
  operation: 'platforms.list',
  hints: READS,
  input: z.object({
    limit: z.int().min(1).optional().meta({ description: 'Platforms of a page. Default: as many as fit.' }),
    cursor: cursorField,
    fields: fieldsField(platformSchema),
  }),
  ask: () => ({}),
  tell(platforms: readonly PlatformInfo[], { limit = platforms.length, cursor, fields = [...IN_SHORT] }) {
    const [from = 0] = cursor === undefined ? [] : numbersOf(cursor, 1);
    const waiting = platforms.slice(from, from + limit).map((platform) => chosenOf(platformSchema.parse(platform), fields));
    const told = fitting(waiting, undefined);
    const end = from + told.length;
    return { platforms: told, count: told.length, total: platforms.length, next_cursor: end < platforms.length ? cursorOf(end) : null };
  },
});

export const DISCOVERY_TOOLS = [detectPlatform, listPlatforms];
