/** The list of open invitations. */
export const invitations = {
  help: "Invitations and links that nobody has used yet, of everyone.",
  ownHelp: "Your invitations and links that nobody has used yet. Administrators see those of everyone.",
  mayNot: "You may not invite people to this organization.",
  none: "No invitation is open.",
  for: "Invitation",
  // In place of an address: anyone who has the link can join.
  link: "Link for anyone",
  sent: "Sent {date}",
  by: "Invited by",
  expires: "Expires",
  copyFor: "Copy link: {name}",
  resend: "Send again",
  resendTo: "Send again to {name}",
  resent: "Sent again to {name}.",
  revoke: "Revoke",
  revokeNamed: "Revoke {name}",
  revokeQuestion: "Revoke the invitation of {name}?",
  revokeLinkQuestion: "Revoke this link?",
  revokeLoss: "Nobody can join with it any more. This cannot be undone.",
};
