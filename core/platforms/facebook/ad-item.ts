import type { Item, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { withLineBreaks } from '#core/platform-kit/field-html.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { films, pictures } from '#core/platforms/facebook/items.ts';
import type { WireAd } from '#core/platforms/facebook/wire.ts';

const AD = 'https://www.facebook.com/ads/library/?id=';

export function adId(ad: WireAd): string {
  return ad.adArchiveID ?? ad.ad_archive_id ?? '';
}

/** An ad of the Ads Library. Places for the advertiser's data (`{{product.name}}`) stay as they are. */
export function adItem(ad: WireAd): Item {
  const { snapshot } = ad;
  const id = adId(ad);
  return makeItem({
    id,
    kind: 'ad',
    author: {
      name: orNull((ad.pageName ?? ad.page_name)?.trim()),
      id: orNull(ad.pageID ?? ad.page_id),
      url: orNull(snapshot?.page_profile_uri),
      avatarUrl: orNull(snapshot?.page_profile_picture_url),
    },
    title: orNull(snapshot?.title),
    text: plainBody(snapshot?.body),
    createdAt: isoFromSeconds(ad.startDate ?? ad.start_date),
    url: AD + id,
    media: mediaOf(snapshot),
    extra: {
      endDate: isoFromSeconds(ad.endDate ?? ad.end_date) ?? undefined,
      isActive: ad.isActive ?? ad.is_active ?? undefined,
      platforms: ad.publisherPlatform ?? ad.publisher_platform ?? undefined,
      ctaText: orNull(snapshot?.cta_text) ?? undefined,
      collationCount: ad.collationCount ?? ad.collation_count ?? undefined,
      collationId: ad.collationID ?? ad.collation_id ?? undefined,
    },
  });
}

/** Every line trimmed at both ends; blanks within a line and empty lines stay. "" where there is no body. */
function plainBody(body: NonNullable<WireAd['snapshot']>['body']): string {
  const html = typeof body === 'string' ? body : (body?.markup?.__html ?? body?.text ?? '');
  const plain = decodeEntities(withLineBreaks(html).replace(/<\/?[a-z][^<>]*>/gi, ''));
  return plain
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

function mediaOf(snapshot: WireAd['snapshot']): Media[] {
  const { images, videos, cards } = snapshot ?? {};
  return [
    ...(images ?? []).flatMap((image) => pictures(image.original_image_url, image.resized_image_url)),
    ...(videos ?? []).flatMap((video) => films(video.video_hd_url, video.video_sd_url)),
    ...(cards ?? []).flatMap((card) => {
      const film = films(card.video_hd_url, card.video_sd_url);
      return film.length > 0 ? film : pictures(card.original_image_url, card.resized_image_url);
    }),
  ];
}
