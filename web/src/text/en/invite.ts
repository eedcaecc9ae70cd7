/** The dialog that invites people. */
export const invite = {
  emails: "Email addresses, as many as you like",
  expires: "Valid for",
  day: "A day",
  tenDays: "10 days",
  month: "30 days",
  never: "Ever",
  role: "They join as",
  channels: "They start in",
  link: "Link",
  makeLink: "Make a link",
  send: "Invite",
  sendMany: "{count, plural, one {Invite # person} other {Invite # people}}",
  sent: "{count, plural, one {# invitation is on its way.} other {# invitations are on their way.}}",
};
