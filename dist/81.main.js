export const id=81;export const ids=[81];export const modules={2081:((e,t,n)=>{n.d(t,{writeComment:()=>a});var r=n(7598),i=n(2413);async function a(e,t,n,r){let{pullRequest:i,event:a}=t;if(i===void 0)return n.log(`No comment is written, as the event ${a} names no pull request`);try{let a=await o(e,i,t,r);n.log(`The comment on the pull request ${i} is ${a}`)}catch(e){n.warn(`Could not write the comment on the pull request ${i}: ${s(e)}. The deployment does not depend on it`)}}async function o({github_token:e,base_url:t,name:n,body:a},o,{repository:s},c){let l=c.aborted?AbortSignal.timeout(600):AbortSignal.any([c,AbortSignal.timeout(1e4)]),u=(0,i.Q)(e,{request:{signal:l}}),[d=``,f=``]=s.split(`/`),p=JSON.stringify([t,n]),m=`<!-- create-deployment: ${(0,r.createHash)(`sha256`).update(p).digest(`hex`)} -->`,h=`${m}\n${a}`,g=null;do{let e=(await u.graphql(`query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        nodes { id body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`,{owner:d,name:f,number:o,after:g})).repository?.pullRequest?.comments,t=e?.nodes.find(e=>e.viewerDidAuthor&&e.body.startsWith(m));if(t)return await u.graphql(`mutation ($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { issueComment { id } }
}`,{id:t.id,body:h}),`updated`;g=e?.pageInfo.hasNextPage?e.pageInfo.endCursor:null}while(g);return await u.rest.issues.createComment({owner:d,repo:f,issue_number:o,body:h}),`written`}function s(e){let t=e instanceof Error?e:Error(String(e)),[n]=t.errors??[],r=[403,404].includes(t.status??0)||/FORBIDDEN|NOT_FOUND/.test(n?.type??``),i=n?.message??(t.status?`GitHub answered ${t.status}`:t.message);return r?`${i}. Give the job the permission \`pull-requests: write\`; the token of a run for a fork may only read`:i}})};