import { describe, expect, it } from 'vitest';
import { platformInfoSchema } from '#core/contract/platform.ts';
import { callOperation } from '#core/operations/call.ts';
import { platformInfo } from '#core/service/platforms.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { fakeRegistry, marketplace, tubular } from '#test/operations/fake-platforms.ts';
import { contextOf, fakeServices } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const list = operationNamed('platforms.list');
const detect = operationNamed('platforms.detect');

describe('platforms', () => {
  it('are listed in the order of their ids', async () => {
    const context = contextOf(fakeServices({ platforms: fakeRegistry([tubular, marketplace]) }));
    expect(await callOperation(list, {}, context)).toMatchObject([{ id: 'marketplace' }, { id: 'tubular' }]);
  });

  it('name every option that has an effect', () => {
    expect(platformInfoSchema.parse(platformInfo(tubular))).toMatchObject({
      supported_options: [
        'limit',
        'minTimestamp',
        'maxTimestamp',
        'cursor',
        'replies',
        'likes',
        'live',
        'sort',
        'cookies',
        'userAgent',
        'account',
      ],
      export_types: ['comments', 'live_chat', 'likes'],
      cookies: 'optional',
      cookie_names: [],
      login_url: 'https://www.tubular.com',
      url_patterns: ['tubular.com/watch/<id>', 'tubular.com/channel/<id>/live'],
    });
    expect(platformInfo(marketplace).login_url).toBeNull();
    expect(platformInfo(marketplace).supported_options).toEqual(['limit', 'minTimestamp', 'maxTimestamp', 'cursor']);
  });

  it('are detected by a URL', async () => {
    const context = contextOf(fakeServices());
    expect(await callOperation(detect, { url: 'tubular.com/watch/abc' }, context)).toMatchObject({
      id: 'tubular',
      target: 'video',
      exports: { own: 'comments', live: 'live_chat', likes: 'likes' },
    });
    expect(await refusal(callOperation(detect, { url: 'https://nowhere.example' }, context))).toMatchObject({ code: 'INVALID_URL' });
    expect(await refusal(callOperation(detect, {}, context))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: '`url` is required: give a text.',
    });
  });
});
