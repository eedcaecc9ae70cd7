/** Erasing people, and what people do with their own data. */
export const erasure = {
  title: "Your data",
  export: "Export your data",
  exportHelp:
    "Your profile, settings, messages, reactions and files, as an archive. You get a message when it is ready, and can download it for a week.",
  exportAction: "Start export",
  exportPending: "The export is being made…",
  exportReady: "Exported {when}, {size}. Deleted {expires}.",
  exportFailed: "The last export failed. Try again.",
  download: "Download",
  delete: "Delete account",
  deleteHelp:
    "Your name, email address, picture, settings and everything else that is stored about you are erased. This can’t be undone.",
  deleteNotAllowed: "Your organization doesn’t let people delete their accounts. Ask an owner.",
  deleteAction: "Delete…",
  deleteQuestion: "Delete your account?",
  deleteConfirm: "Delete account",
  deleteNote:
    "Your name, email address, picture, settings, sessions and bots are erased for good, and you are signed out everywhere. Confirm that it is you.",
  ownKept: "Your messages stay, under an account without a name.",
  ownRemoved: "All your messages, reactions and files are removed.",
  ownReassigned:
    "Your channel messages stay and no longer say who sent them. Your direct messages stay, under an account without a name.",
  eraseQuestion: "Erase {name}?",
  eraseConfirm: "Erase",
  eraseNote:
    "The name, email address, picture, settings, sessions and bots of {name} are erased for good. Words that other people typed stay. This can’t be undone.",
  messages: "Messages",
  kept: "Keep, under an account without a name",
  removed: "Remove, with reactions and files",
  reassigned: "Keep in channels, without saying who sent them",
  erased: "{name} is being erased.",
};
