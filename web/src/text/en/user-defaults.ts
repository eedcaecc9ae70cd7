/** The page of the defaults for new users. */
export const userDefaults = {
  about: "The settings that people have when they join. Those who are here keep theirs.",
  privacy: "Privacy",
  emailAddress: "Who sees the email address",
  emailAddressWords: "visibility privacy hide email",
  emailAddressHelp: "On the person’s card.",
  everyone: "Everyone, including guests",
  members: "Members",
  moderators: "Moderators",
  administrators: "Administrators",
  nobody: "Nobody",
  presence: "Show when the person is active",
  receipts: "Show others what the person has read",
  typingDirect: "Show typing in direct messages",
  typingChannels: "Show typing in channels",
  seesTyping: "See when others are typing",
};
