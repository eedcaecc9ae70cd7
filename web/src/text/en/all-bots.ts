/** The page of everyone's bots. */
export const allBots = {
  about: "Accounts of programs, and who answers for them.",
  lists: "Lists of bots",
  all: "All bots",
  yours: "Your bots",
  none: "There are no bots.",
  noneOfYours: "You have no bots.",
  owner: "Owner",
  newOwner: "Another owner",
  ownerHelp: "Answers for the bot, and sees its API key.",
  noOwner: "Nobody",
  filterState: "Bots to show",
  active: "Active",
  deactivated: "Deactivated",
  deactivatedBot: "{name} is deactivated.",
  locked: "Administrators and a bot’s owner can change it.",
};
