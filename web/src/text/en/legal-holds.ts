/** The page of legal holds. */
export const legalHolds = {
  locked: "Only owners can see legal holds.",
  list: "Holds",
  none: "Nothing is under a legal hold",
  noneHelp:
    "Messages under a hold can’t be deleted by anyone or by retention, and the people who wrote them can’t be erased.",
  person: "Person",
  channel: "Channel",
  what: "On",
  reason: "Reason",
  since: "Since",
  by: "Placed by",
  place: "Place a hold",
  placeAction: "Place hold",
  placeHelp:
    "A hold on a person keeps what they and their bots sent, and all their direct messages. A hold on a channel keeps everything in it.",
  kind: "Put under hold",
  reasonHelp: "Only owners see it.",
  chooseChannel: "Choose a channel",
  lift: "Lift the hold on {name}",
  liftQuestion: "Lift the hold on {name}?",
  liftHelp: "What it kept can be deleted from then on.",
  liftAction: "Lift hold",
};
