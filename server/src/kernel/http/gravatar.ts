/** The site that has pictures of people by their email addresses; only for organizations that want it. */
export const GRAVATAR = "https://secure.gravatar.com";
