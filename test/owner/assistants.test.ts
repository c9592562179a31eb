import { describe, expect, it } from 'vitest';
import { assistantCommand } from '#core/config/assistant-command.ts';
import { callOperation } from '#core/operations/call.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices } from '#test/operations/fake-services.ts';

describe('assistants', () => {
  it('are told what to start, on which data folder, and where the same is over HTTP', async () => {
    const services = fakeServices({ env: { COMMENTDOCK_DATA_DIR: '/data' } });
    expect(await callOperation(operationNamed('assistants.setup'), {}, contextOf(services))).toEqual({
      stdio: { ...services.assistantCommand, env: { COMMENTDOCK_DATA_DIR: '/data' } },
      http_url: 'http://127.0.0.1:4780/mcp',
    });
    const desktop = { ...contextOf(services), assistantCommand: null };
    expect(await callOperation(operationNamed('assistants.setup'), {}, desktop)).toMatchObject({ stdio: null });
  });

  it('start this very program', () => {
    expect(assistantCommand()).toEqual({
      command: process.execPath,
      args: expect.arrayContaining([expect.stringMatching(/core[\\/]main\.js$/), 'mcp']),
    });
  });

  it('are listed where the owner allowed them something, until that is taken back', async () => {
    const context = contextOf(fakeServices());
    const list = operationNamed('assistants.clients');
    expect(await callOperation(list, {}, context)).toEqual([
      { client_id: 'mcp', name: 'MCP client', scopes: ['read'], allowed_at: '2026-03-01T09:30:00.000Z' },
    ]);
    expect(await callOperation(operationNamed('assistants.revoke'), { client_id: 'mcp' }, context)).toBeUndefined();
    expect(await callOperation(list, {}, context)).toEqual([]);
  });
});
