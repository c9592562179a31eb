import { z } from 'zod';
import { type PlatformInfo, platformInfoSchema } from '#core/contract/platform.ts';
import type { DetectedUrl } from '#core/service/platforms.ts';
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

const detectPlatform = defineTool({
  name: 'detect_platform',
  title: 'Recognise a URL',
  description:
    'Tells which platform a URL belongs to and what can be exported from it, without asking the platform. Take it before `export_comments` where it is not clear whether or what a URL gives. An unsupported URL fails with INVALID_URL.',
  operation: 'platforms.detect',
  hints: READS,
  input: z.object({ url: z.string().min(1).meta({ description: 'A URL as copied from the browser.' }) }),
  data: platformSchema.extend({
    target: z.string().meta({ description: 'The kind of URL.' }),
    exports: z.record(z.string(), z.string()).meta({ description: 'What it gives: `own` without an option, else under the option.' }),
  }),
  ask: (args) => args,
  tell: (found: DetectedUrl) => ({ ...platformData(found), target: found.target, exports: found.exports }),
});

const listPlatforms = defineTool({
  name: 'list_platforms',
  title: 'List platforms',
  description:
    'Every supported platform: the URLs it takes, what it exports, the options that have an effect, and whether it needs cookies.',
  operation: 'platforms.list',
  hints: READS,
  input: z.object({}),
  data: z.object({ platforms: z.array(platformSchema), count: z.int() }),
  ask: () => ({}),
  tell: (platforms: readonly PlatformInfo[]) => ({ platforms: platforms.map(platformData), count: platforms.length }),
});

export const DISCOVERY_TOOLS = [detectPlatform, listPlatforms];

function platformData(info: PlatformInfo): z.output<typeof platformSchema> {
  return platformSchema.parse(info);
}
