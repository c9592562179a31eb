// What the simulated Facebook answers with: comments, stories, reactors and ads in the forms of 2026.

export const POST = '1234567890123456';
export const PAGE_ID = '61550000000001';
export const GROUP_ID = '1777766135570001';
const NEWEST_S = Date.parse('2026-08-01T12:00:00Z') / 1000;
const SITE = 'https://www.facebook.com';
const REACTIONS = ['1635855486666999', '1678524932434102', '115940658764963'];

export function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

function actorOf(id: number) {
  return {
    __typename: 'User',
    id: `1000${id}`,
    name: `Member ${id}`,
    url: `${SITE}/member.${id}`,
    profile_picture_depth_0: { uri: `https://scontent.example/${id}.jpg` },
    profile_picture: { uri: `https://scontent.example/${id}.jpg` },
  };
}

interface Placed {
  readonly depth: 0 | 1 | 2;
  readonly parent: number | null;
  readonly replies: number;
}

/** As it is shown to somebody of another language: the text of the writer stands in `body` alone. */
export function commentNode(id: number, { depth, parent, replies }: Placed, post = POST) {
  const name = `${post}_${id}`;
  return {
    __typename: 'Comment',
    id: encoded(`comment:${name}`),
    legacy_fbid: String(id),
    depth,
    body: { text: `Words of ${id}` },
    preferred_body: { text: `Translated ${id}`, translation_type: 'MACHINE_TRANSLATION' },
    body_renderer: { text: `Translated ${id}` },
    created_time: NEWEST_S - id * 60,
    author: { ...actorOf(id), is_verified: id % 10 === 0 },
    is_author_original_poster: id % 5 === 0,
    comment_direct_parent: parent === null ? null : { legacy_fbid: String(parent) },
    attachments: [],
    feedback: {
      id: encoded(`feedback:${name}`),
      url: `${SITE}/example.page/posts/${post}?comment_id=${id}`,
      expansion_info: { expansion_token: `expand-${id}` },
      replies_fields: { count: replies, total_count: replies },
      replies_connection: { edges: [], page_info: { end_cursor: null, has_next_page: false } },
      reactors: { count_reduced: '1,2K' },
      have_comments_been_disabled: false,
      comments_disabled_notice_renderer: { __typename: 'GeneralCommentDisableNotice' },
    },
    comment_action_links: [
      { __typename: 'XFBCommentReplyActionLink', comment: { feedback: { id: 'x' } } },
      { __typename: 'XFBCommentReactionSummaryActionLink', comment: { feedback: { reactors: { count: id % 7 } } } },
    ],
  };
}

export function reactorEdge(id: number) {
  return { node: actorOf(id), feedback_reaction_info: { id: REACTIONS[id % REACTIONS.length] }, cursor: `r${id}` };
}

export function storyNode(id: number, more: object = {}) {
  return {
    __typename: 'Story',
    id: encoded(`story:${id}`),
    post_id: String(id),
    attachments: [
      { styles: { attachment: { media: { __typename: 'Photo', photo_image: { uri: `https://scontent.example/p${id}.jpg` } } } } },
    ],
    sponsored_data: null,
    comet_sections: {
      content: {
        story: { actors: [actorOf(id)], message: { text: `Post ${id}` }, wwwURL: `${SITE}/example.page/posts/${id}`, attached_story: null },
      },
      context_layout: { story: { comet_sections: { metadata: [{ story: { creation_time: NEWEST_S - id * 3600 } }] } } },
      feedback: {
        story: {
          story_ufi_container: {
            story: {
              feedback_context: {
                feedback_target_with_context: {
                  comment_rendering_instance: { comments: { total_count: id % 20 } },
                  comet_ufi_summary_and_actions_renderer: {
                    feedback: {
                      reaction_count: { count: id % 50 },
                      share_count: { count: id % 9 },
                      top_reactions: { edges: [{ reaction_count: 1 }] },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    ...more,
  };
}

export function reviewNode(id: number) {
  const story = storyNode(id);
  const words = id % 3 === 0 ? `Member ${id} doesn’t recommend Example Page.` : `Member ${id} recommends Example Page.`;
  const { metadata } = story.comet_sections.context_layout.story.comet_sections;
  const sections = { metadata, title: { story: { title: { text: words } } } };
  return { ...story, comet_sections: { ...story.comet_sections, context_layout: { story: { comet_sections: sections } } } };
}

/** As the page and the query of 2026 have it. */
export function adNode(id: number) {
  return {
    ad_archive_id: String(id),
    page_id: PAGE_ID,
    page_name: 'Example Page ',
    is_active: true,
    start_date: NEWEST_S - id,
    end_date: NEWEST_S,
    publisher_platform: ['FACEBOOK', 'INSTAGRAM'],
    collation_count: 1,
    collation_id: String(id),
    snapshot: {
      title: `Ad ${id}`,
      body: { text: `Buy ${id}` },
      cta_text: 'Shop now',
      page_profile_uri: `${SITE}/example.page`,
      page_profile_picture_url: 'https://scontent.example/page.jpg',
      images: [{ original_image_url: `https://scontent.example/ad${id}.jpg`, resized_image_url: null }],
      videos: [],
      cards: [],
    },
  };
}

/** As the search of 2024 has it. */
export function formerAd(id: number) {
  return {
    adArchiveID: String(id),
    pageID: PAGE_ID,
    pageName: 'Example Page ',
    isActive: true,
    startDate: NEWEST_S - id,
    endDate: NEWEST_S,
    publisherPlatform: ['facebook'],
    collationCount: null,
    collationID: id,
    snapshot: {
      title: null,
      body: { markup: { __html: `Buy &lt;${id}&gt;<br /> now &amp; here <b>soon</b> ` } },
      cta_text: 'Shop now',
      page_profile_uri: `${SITE}/example.page`,
      images: [],
      videos: [{ video_hd_url: '', video_sd_url: `https://video.example/${id}.mp4` }],
      cards: [{ original_image_url: '', resized_image_url: `https://scontent.example/card${id}.jpg` }],
    },
  };
}
