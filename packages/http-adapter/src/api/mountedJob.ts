/** A job whose `file_url` leads to where the API is mounted. */
export const mountedJob = <J extends { readonly file_url: string | null }>(job: J, basePath: string): J =>
  basePath === "" || job.file_url === null ? job : { ...job, file_url: basePath + job.file_url }
