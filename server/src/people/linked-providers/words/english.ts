export const english = {
  subject: (organization: string) => `How you sign in to ${organization}`,
  linked: "Your account was linked to another way to sign in. You can now use it, too.",
  unlinked: "A way to sign in was unlinked from your account. Nobody can sign in with it unless you link it again.",
  notYou: "If this wasn't you, change your password now and tell an administrator of the organization.",
};

export type LinkWords = typeof english;
