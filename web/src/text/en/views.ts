/** Names of the views, in the sidebar, as headings and in the window's title. */
export const views = {
  inbox: "Inbox",
  recent: "Recent",
  feed: "Combined feed",
  mentions: "Mentions",
  starred: "Starred",
  drafts: "Drafts",
  scheduled: "Scheduled",
  reminders: "Reminders",
  reactions: "Reactions",
  directMessages: "Direct messages",
  notesToSelf: "Notes to yourself",
  search: "Search",
};
