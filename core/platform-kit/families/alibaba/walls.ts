import type { SiteWalls } from '#core/platform-api/wall-sign.ts';

const HOST = /(?:^|\.)(?:alibaba|aliexpress|taobao|tmall|lazada|daraz)\.[a-z.]{2,6}$/;

/** The slider that stands before all shops of the house, as page, address, header and answer of mtop. */
export const ALIBABA_WALLS: SiteWalls = {
  addresses: [
    {
      kind: 'challenge',
      by: 'Alibaba',
      host: HOST,
      path: /\/_____tmd_____\/(?:punish|verify|slide)/,
      source: 'its slider page (Baxia)',
    },
  ],
  headers: [
    { kind: 'challenge', by: 'Alibaba', header: 'bxpunish', value: /^1$/, source: 'public code: answers that send to a punish page' },
  ],
  bodies: [
    {
      kind: 'challenge',
      by: 'Alibaba',
      in: 'markup',
      mark: /\/_____tmd_____\/(?:punish|verify)|\bid=["']?(?:nc_1_n1z|nc_1_wrapper|baxia-dialog-content)["']|\bclass=["']baxia-dialog\b/,
      source: 'its slider page (Baxia)',
    },
    { kind: 'challenge', by: 'Alibaba', in: 'title', mark: /^Captcha Interception$/, source: 'its slider page (Baxia)' },
    {
      kind: 'challenge',
      by: 'Alibaba',
      in: 'json',
      mark: /"ret"\s*:\s*\[\s*"(?:FAIL_SYS_USER_VALIDATE|RGV587_ERROR)|"rgv587_flag"\s*:\s*"sm"/,
      source: 'mtop answers that ask for the slider',
    },
  ],
};
