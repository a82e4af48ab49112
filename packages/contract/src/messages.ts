/** Messages that the server and the web must word identically. */
export const MESSAGES = {
  loginFirst: "Please login first",
  noOperationPermission: "current user has no operation permission",
  noAccessPermission: "current user has no permission to access",
  permissionsFailed: "something error",
  unknownError: "unknown error, try again later",
  enterPassword: "please enter a password",
  passwordsDiffer: "the two passwords do not match",
  wrongCredentials: "the username or password is wrong",
  staleSignIn: "please confirm that it is you",
  wrongProof: "this is not the password or code of your account",
  wrongCode: "the code is wrong or has expired",
  setUpSecondFactor: "your account has to set up a second factor first",
  wrongSecondFactor: "this code is wrong or has been used already",
  signInExpired: "this sign-in has expired, please start again",
  tooManyAttempts: "too many attempts, wait a few minutes and try again",
  busy: "the server is busy, try again in a moment",
} as const;
