import { PASSWORD_RULES, type Strength } from "../../passwords.ts";

export const english = {
  server: {
    ready: "Parley is ready",
    setUp: "There is no organization yet. Open the link that the server printed when it started. It begins with",
    orCommand: "Or create the organization on the command line:",
    commandExplained:
      "Run it in Parley’s folder, with the same PARLEY_DATA or PARLEY_DATABASE_URL as this server, then reload this page.",
    readApi: "API documentation",
    nobody: "No organization here",
    nobodyExplained:
      "There is no organization at this address. Check its spelling, or ask the person who gave it to you.",
    deactivated: "This organization has been deactivated.",
  },

  errors: {
    failed: "Something went wrong",
    failedExplained: (id: string) => `This is not your fault. The operator can find the error in the log as ${id}.`,
    gone: "Page not found",
    goneBody: "Check the address.",
    home: "Go to the start page",
    forged: "This form has expired. Reload the page and submit it again.",
    tryAgain: "Try again",
    limit: "The person who runs this server can raise the limit:",
    wait: (time: string) => `Too many tries. Wait ${time}.`,
    waitOver: "You can try again now.",
  },

  /** What forms ask for, and what is wrong with it. */
  fields: {
    email: "Email",
    badEmail: "Enter a valid email address.",
    fullName: "Full name",
    badFullName: 'Enter 2 to 100 characters, without * ` \\ > " @.',
    password: "Password",
    passwordHint: `At least ${PASSWORD_RULES.password_min_length} characters, and not easy to guess.`,
    weakPassword: "This password is too easy to guess. Choose a longer or less common one.",
    timezone: "Time zone",
    noTimezone: "Set it later",
  },

  password: {
    show: "Show",
    hide: "Hide",
    strength: {
      short: `Too short. Use at least ${PASSWORD_RULES.password_min_length} characters.`,
      guessable: "Too easy to guess. Add a few more words.",
      weak: "Weak. Add another word.",
      good: "Good.",
      strong: "Strong.",
    } satisfies Record<Strength, string> as Readonly<Record<Strength, string>>,
  },

  finder: {
    title: "Find your organization",
    label: "Short name of the organization",
    hint: "The first part of its address, before the dot. Ask a colleague if you do not know it.",
    invalid: "A short name has lower-case letters, digits and dashes.",
    go: "Continue",
  },
};

export type SharedPageWords = typeof english;
