import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '#core/webhooks/sign.ts';

const BODY = JSON.stringify({ event: 'export.finished', text: 'Grüße 🎉', nothing: null });
const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64');
const MESSAGE_ID = 'msg_2f0f7a4e';

function headersFor(secret: string, body = BODY) {
  return signatureHeaders({ secret, messageId: MESSAGE_ID, body, atMs: Date.now() });
}

describe('signatures', () => {
  it.each(['s3cret', `whsec_${KEY}`, 'ключ 🔑', 'whsec_not base64!'])(
    'X-Signature is the HMAC of the body under %j as written',
    (secret) => {
      const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(Buffer.from(BODY, 'utf8')).digest('hex');
      expect(headersFor(secret)['x-signature']).toBe(expected);
      expect(expected).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it('pass the published verifier, with a whsec_ secret', () => {
    const verifier = new Webhook(`whsec_${KEY}`);
    expect(verifier.verify(BODY, headersFor(`whsec_${KEY}`))).toEqual(JSON.parse(BODY));
    expect(() => verifier.verify(`${BODY} `, headersFor(`whsec_${KEY}`))).toThrow('No matching signature');
    expect(() => verifier.verify(BODY, { ...headersFor(`whsec_${KEY}`), 'webhook-id': 'msg_other' })).toThrow('No matching signature');
    expect(() => verifier.verify(BODY, headersFor('another'))).toThrow('No matching signature');
  });

  it('pass the published verifier, with any other secret as its UTF-8 bytes', () => {
    // Those of base64 that is no whole number of bytes, or stands elsewhere than at the end, are none either.
    const nearly = ['AB', 'AAAAA', 'AAAAB', 'AAAAA==', 'AAAA=', 'AA==AAAA', '-_==', 'AAAA-AA='].map((key) => `whsec_${key}`);
    for (const secret of ['s3cret', 'Grüße 🔑', 'whsec_not base64!', 'whsec_', 'AAAA', ...nearly])
      expect(new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' }).verify(BODY, headersFor(secret))).toEqual(JSON.parse(BODY));
    expect(new Webhook('s3cret', { format: 'raw' }).verify(BODY, headersFor('s3cret'))).toEqual(JSON.parse(BODY));
  });

  it.each(['AAAA', 'AAAAAAAA', 'AA==', 'AAA=', 'AAAAAA==', 'AAAAAAA=', '+/+/'])('take %s after whsec_ as the key in base64', (key) => {
    expect(new Webhook(`whsec_${key}`).verify(BODY, headersFor(`whsec_${key}`))).toEqual(JSON.parse(BODY));
  });

  it('carry the time in whole seconds', () => {
    const headers = signatureHeaders({ secret: 'x', messageId: MESSAGE_ID, body: BODY, atMs: 1_767_225_600_999 });
    expect(headers).toMatchObject({ 'webhook-id': MESSAGE_ID, 'webhook-timestamp': '1767225600' });
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });
});
