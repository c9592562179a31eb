// What answers of Instagram and Threads have in common: accounts, pictures and videos, and the pages of a list.
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import type { Author, Media } from '#core/contract/item.ts';
import { orNull } from '#core/platform-api/item.ts';

export const text = z.string().nullish();
export const flag = z.boolean().nullish();
export const count = z.int().nullish();
/** Numbers in some answers, texts in others. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);

export const userSchema = z.object({
  pk: id.nullish(),
  id: id.nullish(),
  username: text,
  full_name: text,
  profile_pic_url: text,
  is_verified: flag,
  is_private: flag,
});
export type WireUser = z.output<typeof userSchema>;

const candidates = z.array(z.object({ url: text })).nullish();
const pictureFields = {
  image_versions2: z.object({ candidates }).nullish(),
  video_versions: candidates,
};
const pictureSchema = z.object(pictureFields);
export const mediaFields = { ...pictureFields, carousel_media: z.array(pictureSchema).nullish() };

export const pageInfoSchema = z.object({ end_cursor: text, has_next_page: flag });

/** A list of a Relay answer. An edge without a node is one that is not shown. */
export function connectionOf<S extends z.ZodType>(node: S) {
  return z.object({ edges: rowsOf(z.object({ node: node.nullable() }).nullable()), page_info: pageInfoSchema.nullish() });
}

export const giphySchema = z.object({ images: z.object({ fixed_height: z.object({ url: text }).nullish() }).nullish() }).nullish();

/** @param profile the address of an account, by its name */
export function authorOf(user: WireUser | null | undefined, profile: (username: string) => string): Partial<Author> {
  const username = orNull(user?.username);
  return {
    name: orNull(user?.full_name),
    username,
    id: user?.pk ?? user?.id ?? null,
    url: username === null ? null : profile(username),
    avatarUrl: orNull(user?.profile_pic_url),
    verified: user?.is_verified ?? null,
  };
}

type WirePicture = z.output<typeof pictureSchema>;

/** The video where there is one, else the largest picture; of a carousel each member. */
export function mediaOf(post: WirePicture & { readonly carousel_media?: readonly WirePicture[] | null | undefined }): Media[] {
  const members = post.carousel_media ?? [];
  return (members.length > 0 ? members : [post]).flatMap((member): Media[] => {
    const video = orNull(member.video_versions?.[0]?.url);
    if (video !== null) return [{ type: 'video', url: video }];
    const image = orNull(member.image_versions2?.candidates?.[0]?.url);
    return image === null ? [] : [{ type: 'image', url: image }];
  });
}

export function giphyOf(giphy: z.output<typeof giphySchema>): Media[] {
  const url = orNull(giphy?.images?.fixed_height?.url);
  return url === null ? [] : [{ type: 'image', url }];
}

/** Where a list goes on; null at its end. `isShort`: more is said to exist, and nothing says where. */
export function placeAfter(
  info: z.output<typeof pageInfoSchema> | null | undefined,
  after: string | null,
): {
  readonly next: string | null;
  readonly isShort: boolean;
} {
  const hasMore = info?.has_next_page === true;
  const end = info?.end_cursor || null;
  return { next: hasMore && end !== after ? end : null, isShort: hasMore && end === null };
}
