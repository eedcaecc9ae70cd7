/** The tabs and screens that only phones have. */
export const phone = {
  tabs: "Tabs",
  // Instead of numbers from 100 on.
  many: "99+",
  inbox: "Inbox",
  recent: "Recent",
  channels: "Channels",
  direct: "Direct",
  search: "Search",
};
