/** The tabs and screens that only phones have. */
export const phone = {
  tabs: "Tabs",
  inbox: "Inbox",
  recent: "Recent",
  channels: "Channels",
  direct: "Direct",
  search: "Search",
};
