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
  // While the server has no mail server.
  noMail: "This server sends no email. You get a link for each address, to pass on yourself.",
  noMailNotice: "This server sends no email: people join with links that you pass on.",
  howToSendMail: "How to send email",
  dismiss: "Dismiss",
  // Above the links, after inviting people by address.
  passOn: "Send each person their link. The links are also in the list of open invitations.",
  passOnByOwner: "Invited. This server sends no email: ask an owner to pass on the links.",
  // On a link that begins with localhost.
  onlyHere: "These links only work on this computer, because PARLEY_URL is not set on the server.",
  copy: "Copy",
  copied: "Link copied.",
  done: "Done",
  sent: "{count, plural, one {# invitation sent.} other {# invitations sent.}}",
};
