import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCommandLine } from '#test/surfaces/cli/command.ts';

const APP = 'https://store.steampowered.com/app/10/';
const FIRST_BYTES_OF_A_ZIP = 'PK\u0003\u0004';

describe('without a service', () => {
  it('what goes on in the background is over when the command ends', async () => {
    await using cli = openCommandLine({});
    const exported = await cli.run('export', APP, '--sandbox', '--format', 'csv', '--out', cli.outDir, '--json');
    const { guid } = JSON.parse(exported.stdout) as { readonly guid: string };

    expect(await cli.run('jobs', 'convert', guid, '--format', 'jsonl')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/\nstatus +ready\n/) as string,
    });
    const formats = JSON.parse((await cli.run('jobs', 'formats', guid, '--json')).stdout) as readonly object[];
    expect(formats).toContainEqual(expect.objectContaining({ format: 'jsonl', status: 'ready' }));

    const edges = join(cli.outDir, 'mine.edges.csv');
    expect(await cli.run('jobs', 'download', guid, edges)).toMatchObject({ exitCode: 0, stdout: `${edges}\n` });
    expect(readFileSync(edges, 'utf8')).toMatch(/^\uFEFFSource,Target,/);

    const started = await cli.run('bulk', guid, '--json');
    const { uuid, status } = JSON.parse(started.stdout) as { readonly uuid: string; readonly status: string };
    expect(status).toBe('processing');
    const archive = join(cli.outDir, 'all.zip');
    expect(await cli.run('bulk', 'download', uuid, archive)).toEqual({ exitCode: 0, stdout: `${archive}\n`, stderr: '' });
    expect(readFileSync(archive, 'latin1').slice(0, 4)).toBe(FIRST_BYTES_OF_A_ZIP);
  });
});

describe('with --json', () => {
  it('a setting that cannot be read is told as any error', async () => {
    await using cli = openCommandLine({ COMMENTDOCK_PLAN: 'gold' });
    const { exitCode, stdout, stderr } = await cli.run('webhooks', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ status_code: 400, error_code: 'INVALID_REQUEST' });
    expect(stderr).toMatch(/^INVALID_REQUEST: .*COMMENTDOCK_PLAN/);
  });
});
