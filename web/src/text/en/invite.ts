/** The dialog that invites people. */
export const invite = {
  emails: "Email addresses, one or more",
  expires: "Expires after",
  day: "1 day",
  tenDays: "10 days",
  month: "30 days",
  never: "Never",
  role: "Role",
  channels: "Channels to join",
  link: "Link",
  makeLink: "Create link",
  send: "Invite",
  sendMany: "{count, plural, one {Invite # person} other {Invite # people}}",
  sent: "{count, plural, one {# invitation sent.} other {# invitations sent.}}",
};
