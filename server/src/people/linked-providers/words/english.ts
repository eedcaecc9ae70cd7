export const english = {
  subject: (organization: string) => `How you sign in to ${organization}`,
  linked: "Your account was linked to another way to sign in. You can now use it, too.",
  unlinked:
    "A sign-in provider was unlinked from your account. It no longer opens your account until you link it again.",
  notYou: "If this wasn't you, change your password now and tell an administrator of the organization.",
};

export type LinkWords = typeof english;
