"""The words of a tool's name, and the verbs by which people ask for what it does."""
from __future__ import annotations

from guards._text import table

# A word of a name -> verbs; other words -> one of those.
ACTS = table("""
    send: send forward email mail message share post submit tell report reply respond notify write inform text dm
    share: share send give forward grant invite
    forward: forward send share
    post: post publish send submit write share upload comment
    reply: reply respond answer write send tell
    publish: push upload publish release sync send deploy
    pay: pay transfer send wire refund make settle move
    transaction: pay transfer send wire make schedule
    buy: buy purchase order get add need rebuy shop
    cart: buy purchase order get add need rebuy shop put
    order: buy purchase order get place
    checkout: buy purchase order pay place checkout rebuy need get
    book reserve: book reserve make arrange schedule get
    create: create make add schedule open set write start book organize invite register generate
    delete: delete remove erase clean clear cancel drop wipe destroy
    remove: delete remove erase clean clear cancel drop wipe kick ban unfollow
    clear: clear empty delete remove
    cancel: cancel delete remove call abort stop drop
    add: add invite include buy put register upload
    invite: invite add share give bring collaborate
    update: update change modify set reset edit replace adjust correct fix move increase make
    reschedule: move change postpone shift reschedule
    schedule: schedule plan set arrange pay send make
    transfer: transfer give hand move send assign
    move: move transfer put
    grant: grant give add allow share
    fetch: visit browse open go click download fetch read access follow navigate see check load view
    clone: clone fetch download get use copy
    download: download fetch get save open
    input: fill enter input submit register sign subscribe send visit log login type claim
    push: push upload publish release sync send deploy merge
    upload: upload push send share put publish
    merge: merge accept approve
    issue: open create raise report post propose file submit write
    star: star like favorite
    follow: follow subscribe join
    exec: run execute install launch connect deploy
    refund: refund return cancel
    return: return refund send
    exchange: exchange swap change replace
    comment: comment post reply write add
    approve: approve accept merge confirm
    close: close resolve end
    enable: enable activate turn switch allow
    disable: disable deactivate turn switch stop
    sign: sign register subscribe log enter
    assign: assign give add
    call: call phone dial ring
    request: request ask apply order
    unlock: unlock open
    lock: lock close
    rename: rename change call
    """)
SAME = table("""
    email message mail notify sms: send
    money payment wire withdraw deposit: pay
    comment tweet write: post
    reservation: book
    purchase: buy
    modify reset edit change set replace manage: update
    ownership: transfer
    visit get browse click webpage navigate open read search: fetch
    submit fill register: input
    erase drop: delete
    ssh scp run execute: exec
    make: create
    insert: add
    unstar: star
    subscribe: follow
    invitation collaborators collaborator: invite
    postpone: reschedule
    """)
