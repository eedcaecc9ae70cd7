/** A small organization for rendering tests. */
import type { MarkdownNames } from "./names.ts";

const users = [
  { user_id: 12, full_name: "Ada Lovelace", is_active: true },
  { user_id: 13, full_name: "Ben", is_active: true },
  { user_id: 14, full_name: "Gone", is_active: false },
];
const groups = [
  { group_id: 17, name: "support", deactivated: false },
  { group_id: 18, name: "old team", deactivated: true },
  { group_id: 3, name: "role:administrators", deactivated: false },
];
const channels = [
  { stream_id: 9, name: "announce" },
  { stream_id: 10, name: "Q & A (new)" },
];

export const TEST_NAMES: MarkdownNames = {
  userByName: (name) => users.find((user) => user.full_name.toLowerCase() === name.toLowerCase()),
  userById: (id) => users.find((user) => user.user_id === id),
  groupByName: (name) => groups.find((group) => group.name === name),
  channelByName: (name) => channels.find((channel) => channel.name === name),
  newestMessageIn: (channelId, topic) => (channelId === 9 && topic === "news" ? 214 : undefined),
  customEmoji: (name) =>
    name === "party_parrot" || name === "rocket"
      ? { name, source_url: `/user_avatars/2/emoji/${name}.png` }
      : undefined,
  uploadedImage: (path) => {
    if (!path.endsWith(".png") && !path.endsWith(".gif") && !path.endsWith(".heic")) return undefined;
    const [animated, transcoded] = [path.endsWith(".gif"), path.endsWith(".heic")];
    const format = animated ? "840x560-anim.webp" : "840x560.webp";
    return {
      content_type: animated ? "image/gif" : transcoded ? "image/heic" : "image/png",
      width: 1920,
      height: 1080,
      animated,
      thumbnail_url: path.includes("loading") ? undefined : `/user_uploads/thumbnail/${path}/${format}`,
      transcoded_format: transcoded ? "4032x3024.webp" : undefined,
    };
  },
  linkifiers: [
    { pattern: "#(?P<id>[0-9]{2,8})", url_template: "https://issues.example.com/{id}" },
    {
      pattern: "(?P<org>[a-z]+)/(?P<repo>[a-z-]+)#(?P<id>[0-9]+)",
      url_template: "https://git.example.com/{org}/{repo}/{id}",
    },
  ],
};

export const TEST_OPTIONS = { realmUrl: "https://chat.example.com", previews: true, pages: () => undefined } as const;
