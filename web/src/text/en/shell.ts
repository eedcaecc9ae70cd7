/** The frame: sign-in state, connection, errors of the whole application. */
export const shell = {
  sidebar: "Views and conversations",
  details: "Details",
  skipToMessages: "Go to the messages",
  skipToComposer: "Go to the composer",
  skipToSidebar: "Go to the sidebar",
  couldNotStart: "Could not load the organization.",
  offlineSince: "Offline since {time}.",
  // After that sentence, where there is room.
  offlineHow: "You can read and write; messages go out when you are back.",
  // Tries to reach the server at once.
  retry: "Retry",
  offline: "Offline",
  // With how much of what was done waits for the connection.
  offlineWaiting: "{count, plural, one {Offline, # waiting} other {Offline, # waiting}}",
  reconnecting: "Reconnecting",
  // Shown when the session ended elsewhere.
  signedOut: "You are signed out. Sign in to continue.",
  signIn: "Sign in",
  // Before signing out deletes texts that the server does not have. They are listed below.
  leaveTitle: "{count, plural, one {A text is only in this browser} other {# texts are only in this browser}}",
  leaveHelp:
    "{count, plural, one {The server does not have it. Signing out deletes it.} other {The server does not have them. Signing out deletes them.}}",
  stay: "Stay signed in",
  leaveAnyway: "Sign out and delete",
  nowhere: "That link does not lead anywhere here.",
  noAccess: "This conversation does not exist, or you do not have access.",
  newVersion: "A new version is ready.",
  reload: "Reload",
  visiting: "You are reading without an account. Sign in to take part.",
};
