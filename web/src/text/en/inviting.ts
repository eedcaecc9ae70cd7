/** The terms in the dialog that invites people, which are loaded with it. */
export const inviting = {
  custom: "Another length…",
  length: "Length",
  unit: "Unit",
  hours: "hours",
  days: "days",
  weeks: "weeks",
  wrong: "Enter a whole number of 1 or more.",
  // What the role means, below the choice.
  guestHelp: "Guests see only the channels they are in.",
  defaults: "Default channels",
  // The names of the channels that newcomers join by themselves.
  defaultsHelp: "{names}. If these change before someone joins, the new ones count.",
  noDefaults: "There are none at the moment.",
  others: "Other channels",
  groups: "Groups to join",
  welcome: "Welcome message",
  welcomeStandard: "The organization’s message",
  welcomeNone: "None",
  welcomeCustom: "Another message…",
  welcomeText: "Text of the message",
  welcomeHelp: "Added to what Welcome Bot writes to each newcomer. Markdown works here.",
  sendTest: "Send a test to yourself",
  testSent: "Welcome Bot has sent you the message.",
  notify: "Notify me when someone joins",
};
