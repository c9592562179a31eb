import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { contractService } from '#test/contract/contract-service.ts';
import { ownFolder } from '#test/own.ts';

const CLIENT = fileURLToPath(new URL('../../integrations/python', import.meta.url));
const HAS_PYTHON = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

const run = promisify(execFile);

describe.skipIf(!HAS_PYTHON)(
  `the Python client${HAS_PYTHON ? '' : ' (left out: there is no python3 of 3.9 or later)'}`,
  { timeout: 180_000 },
  () => {
    const house = contractService();
    const python = (args: readonly string[], cwd: string) => {
      const { baseUrl, token } = house.service;
      // A proxy of the environment is none of its business.
      const env = {
        ...process.env,
        COMMENTDOCK_URL: baseUrl,
        SERVICE_API_TOKEN: token,
        HTTP_PROXY: 'http://127.0.0.1:9',
        PYTHONPATH: CLIENT,
      };
      return run('python3', [...args], { cwd, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } });
    };

    it('exports, reads, saves and is told what is wrong', async () => {
      const { stderr } = await python(['-m', 'unittest', '-v', 'test_client'], CLIENT);
      expect(stderr).toMatch(/Ran 5 tests[\s\S]*\nOK\n$/);
    });

    it('does what its page shows', async () => {
      const folder = ownFolder('python');
      const [, example = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8')) ?? [];
      writeFileSync(join(folder, 'export.py'), example);
      const { stdout } = await python(['export.py'], folder);
      expect(stdout.trim().split('\n').length).toBeGreaterThan(100);
      expect(readFileSync(join(folder, 'reviews.xlsx')).subarray(0, 2).toString()).toBe('PK');
    });
  },
);
