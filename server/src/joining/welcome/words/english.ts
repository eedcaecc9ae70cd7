export const english = {
  account: {
    subject: (organization: string) => `Your account at ${organization}`,
    made: (organization: string, email: string) =>
      `You now have an account at ${organization}. Sign in with your email address, ${email}. To connect an app, enter the address below.`,
    open: "Open",
  },
  start: {
    subject: (organization: string) => `Getting started at ${organization}`,
    hints: [
      "Every message in a channel belongs to a topic, so you can read one conversation from start to finish and leave the others for later.",
      "Start a new topic for anything new. A short, descriptive name helps everyone who reads it later.",
      "You choose your notifications: mute what doesn't concern you, and follow the topics that do.",
    ] as readonly string[],
    open: "Continue reading",
  },
};

export type WelcomeWords = typeof english;
