export { FolderStorage, type FolderStorageOptions } from "./FolderStorage.ts"
export { type FolderLinkCheck, signFolderLink, verifyFolderLink } from "./folderLink.ts"
export { folderSecret, keptFolderSecret } from "./folderSecret.ts"
