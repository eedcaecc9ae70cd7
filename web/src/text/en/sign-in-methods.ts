/** The page of the ways to sign in. */
export const signInMethods = {
  about: "How people prove who they are.",
  methods: "Ways to sign in",
  words: "authentication password login single sign-on",
  help: "The server’s operator decides which ones there are.",
  password: "Email address and password",
  passwordHelp: "Without it, nobody can sign in or reset a password with an email address.",
  last: "At least one way must be on, and this is the only one.",
  unavailable: "The server’s operator has not set this up.",
};
