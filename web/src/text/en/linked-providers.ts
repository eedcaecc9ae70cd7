/** Identity providers that one's own account is linked to. */
export const linkedProviders = {
  title: "Other ways to sign in",
  help: "Accounts that you have elsewhere, with which you can sign in to {organization}.",
  linked: "Linked {since}",
  notLinked: "Not linked",
  link: "Link",
  unlink: "Unlink",
  linkTitle: "Link {provider}",
  linkNote: "You sign in there, and come back here. From then on you can sign in with it.",
  goOn: "Continue",
  unlinkTitle: "Unlink {provider}?",
  unlinkNote: "You can no longer sign in with it. To use it again, link it here.",
  unlinked: "{provider} is unlinked.",
  onlyWayIn: "Your only way to sign in: set a password or add a passkey before you unlink it.",
};
