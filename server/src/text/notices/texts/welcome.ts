/** What the welcome bot can be asked about. */
export const WELCOME_SUBJECTS = ["channels", "topics", "formatting", "apps"] as const;
export type WelcomeSubject = (typeof WELCOME_SUBJECTS)[number];
