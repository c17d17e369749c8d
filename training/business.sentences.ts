/**
 * Sentences of the kind people write about business software, written for this project: public labelled sets
 * of that kind may not be shipped. `COMPLAINTS` hurt, `WISHES` ask for something, `PRAISE` and `NOTHING_WRONG` do neither.
 */
const COMPLAINTS = `
The pricing climbs steeply as soon as you add more seats.
It is quite expensive for a small team like ours.
Cost is the main drawback, every useful module is an add-on.
You have to be on the enterprise plan to get anything worthwhile.
Renewal came with a forty percent price increase and no warning.
We were locked into an annual contract we could not get out of.
The free tier is too limited to evaluate it properly.
Hidden fees for storage and API calls made the bill unpredictable.
They charge extra for every integration.
Per-user pricing makes it hard to roll out to the whole company.
The licence model is confusing and nobody could explain our invoice.
Customer support takes days to answer a simple question.
Support tickets go unanswered for weeks.
Our account manager changed four times in a year.
The chat agents only paste links to articles that do not help.
Getting hold of a human is nearly impossible.
Implementation took six months longer than promised.
There is a steep learning curve for non-technical staff.
It took our team a long time to get used to the interface.
The documentation is outdated and full of gaps.
Setting up the first workflow was painful and confusing.
Training material is thin, we had to figure everything out ourselves.
New hires find the admin area overwhelming.
The interface looks dated and feels clunky.
Too many clicks to log a simple call.
Navigation is not intuitive and settings are buried three levels deep.
The layout changes so often that nobody can find anything.
Search rarely finds the record I am looking for.
Creating an invoice requires jumping between five screens.
The form is long and tedious to fill in.
Bulk editing is cumbersome and error prone.
Dashboards load very slowly once there is real data in the account.
Reports time out when you select more than a year.
The app becomes sluggish with large boards.
Pages freeze when several people edit at the same time.
It lags badly during busy hours.
Search indexing falls behind and results are stale.
Syncing with our accounting system breaks every few weeks.
The bank feed disconnects constantly and has to be linked again.
Contacts get duplicated each time the integration runs.
The Salesforce connector drops fields without any warning.
The Outlook plugin stopped working after the last update.
There are still bugs in the reporting module.
Random errors appear when saving a deal.
The desktop client crashes during long meetings.
Notifications arrive late or not at all.
We receive far too many notification emails.
The mobile app is missing half of the features.
The mobile version is basically unusable for approvals.
It does not run well on older Android devices.
Reporting is basic and cannot be customised.
You can not filter the report by owner and period at once.
Exports lose the formatting and have to be cleaned by hand.
The analytics numbers never match what we see in our own database.
Attribution data is unreliable.
Lead quality is poor and many contacts are out of date.
The leads we paid for never converted.
The data refreshes only once a month, which is too slow to act upon.
Forecasts are wrong because closed deals are counted twice.
Custom fields are limited to ten per object.
Templates are rigid and hard to adapt to our brand.
Permissions are all or nothing, there is no role in between.
Sharing a folder with an outside client is complicated.
Two people editing the same document overwrite each other.
Version history only goes back thirty days.
File uploads fail with anything above a gigabyte.
Storage fills up quickly and upgrading is costly.
Messages disappear from the history after ninety days.
Threads are hard to follow once a channel gets busy.
Video calls drop and the sound is choppy.
The ticket queue cannot be sorted by priority.
Macros break without notice.
The chatbot misunderstands most questions.
Agents lose their drafts when a ticket is reassigned.
Time tracking is inaccurate and the timer stops by itself.
Recurring tasks create duplicates.
Dependencies between projects are not supported.
Gantt charts become unreadable with more than fifty tasks.
Payroll miscalculated overtime twice this year.
Employees struggle to find their payslips.
The leave calendar shows wrong balances.
Tax filing was late and we got a penalty.
Reconciling transactions is a nightmare.
Multi-currency support is poor.
Checkout errors cost us orders.
Transaction fees eat into our margin.
Inventory counts are never in line with the warehouse.
Theme changes require a developer.
The API is poorly documented and rate limits are too strict.
Builds hang in the queue for no obvious reason.
Merge conflicts are difficult to resolve in the web editor.
Logs are hard to search and retention is short.
The command line tool breaks with each release.
Upgrading the self-hosted version is a hassle.
Single sign-on is only sold with the most expensive plan.
We got locked out when two-factor codes did not arrive.
User management is tedious for a company with many offices.
Security review took forever because there was no audit log.
Our data could not be deleted on request.
The email editor messes up the layout in Outlook.
Campaign sends were delayed by hours.
Deliverability got worse after we moved to a shared address.
Unsubscribes are not honoured right away.
Survey logic is limited and skips the wrong questions.
The sales people are pushy and keep trying to upsell us.
Constant upgrade banners are annoying.
They removed a feature we relied on without asking.
The new release is worse than the old one.
Things we used daily were moved behind a paywall.
Not a good fit for large enterprises.
It lacks flexibility for anything outside the standard process.
The product feels half finished in places.
A lot of manual work is still needed every week.
We had to build workarounds for basic needs.
It is difficult to get buy-in from management because the value is hard to prove.
The return on investment was not what we expected.
Hard to justify the price given how little we use it.
The volume of responses was lower than we had hoped.
Categories are too broad, so we are compared with products that are nothing like ours.
Our profile page gets very little traffic.
The scoring is not transparent and seems arbitrary.
Approval of new content takes too long.
Some of the reviews seem fake.
The onboarding calls were rushed and left many questions open.
Sometimes it is slow.
A bit pricey.
Price.
The cost.
The user interface could use some work.
Occasional glitches.
Limited customisation.
Lack of integrations.
Not very intuitive at first.
Steep learning curve.
Poor reporting.
The search function.
Too many emails.
Would be better with fewer clicks.
It can be confusing to know where to begin.
There is room for improvement in the reports.
Only the admin can change anything, which slows everyone down.
It does not play well with our other systems.
We needed outside consultants just to configure it.
Some features are only available in the US.
No support for our language.
It is not always clear which plan includes what.
The only downside is the price.
My only complaint is the slow support.
If I had to pick something, the reporting is weak.
Customer support never answers.
Our emails to support are ignored.
The support team does not respond.
Support is slow and unhelpful.
The one thing I dislike is the number of notifications.
It can take a while to see results.
Sometimes the data is a little behind.
The amount of information is overwhelming.
Getting customers to fill in the form is harder than it should be.`;

const WISHES = `
I wish there was a way to export every answer to a spreadsheet.
It would be great to have a native integration with our CRM.
Would love to see more templates.
Please add a dark theme.
It would be helpful to filter by team.
I would like to be able to schedule reports.
They should offer a cheaper plan for small companies.
More customisation options for dashboards would be nice.
We would benefit from better mobile support.
Could use an approval step before invoices go out.
An option to mute a single channel would be useful.
I hope they add recurring tasks soon.
It needs a proper audit trail.
Need more languages.
It would be nice if files could be locked while somebody edits.
Wish we could assign one ticket to two agents.
I would appreciate clearer release notes.
An API for time entries would save us a lot of work.
Would like more flexibility in user roles.
If only it could sync both ways.
A bulk import from Excel would be welcome.
I would love more granular permissions.
It should be possible to undo a merge.
Adding sub tasks to templates would make it perfect.
Would be nice to have single sign-on on the basic plan.
We would like to see real-time numbers instead of daily ones.
More best practices and examples would help beginners.
It would be good to have a short video that explains the setup.
I want to be able to customise the email footer.
A way to exclude our own visits from the statistics would be good.`;

const PRAISE = `
The team is always responsive and helps us right away.
Support answers within minutes and solves the issue the first time.
Our account manager is knowledgeable and proactive.
Setup was quick and painless.
Onboarding was smooth and the trainer answered every question.
The interface is clean and easy to learn.
Very easy to use, even for people who are not technical.
It saves us hours of manual work every week.
We cut our reporting time in half.
The dashboards give us visibility into the whole pipeline.
Reports are detailed and simple to share with management.
The integration with our CRM works flawlessly.
It connects with everything we use, including Slack and Salesforce.
I like how simple it is to create an invoice.
Bank transactions are matched automatically.
Payroll runs in ten minutes instead of a day.
Employees can request leave without bothering HR.
Hiring has become so much faster.
Tickets are routed to the right agent automatically.
Our customers love the live chat.
Response times dropped since we started using it.
The knowledge base reduced the number of repeated questions.
Everything about a customer is in one place.
It helps us keep track of every lead and follow up on time.
The automation features are powerful and flexible.
We can build any workflow without a developer.
Custom fields let us adapt it to our process.
Boards make it easy to see who is working on what.
The whole team knows what to do and when.
Collaboration across offices has improved a lot.
Sharing large files with clients is effortless.
I can find any document in seconds.
Files are available on all my devices.
Version history saved us more than once.
Video quality is excellent, even with many people.
Channels keep conversations organised.
It replaced hundreds of internal emails.
The mobile app is great when I am travelling.
The search is fast and accurate.
It is fast, reliable and never lets us down.
Deployments are now a single click.
Pull request reviews are pleasant and quick.
The documentation is excellent.
The API is well designed and easy to work with.
Logs and metrics in one view make debugging faster.
Our shop was online within a day.
Checkout is smooth and conversion went up.
The themes look professional.
Campaigns are simple to build and the templates are beautiful.
We reached more customers with less effort.
It generates qualified leads for our sales people.
Intent data shows which companies are researching us.
It gives prospects confidence to choose us.
Gathering feedback from customers has never been easier.
Reviews help us understand what customers value and what to improve.
It helps us solve the problem of low visibility in our market.
The badges are great for marketing.
The comparison grid shows how we stand against competitors.
It gives us honest feedback from real users.
Great value for the money.
The price is fair for what you get.
The free plan is generous.
It is affordable and scales with us.
Security and compliance were a big reason to choose it.
Role based access gives us control over sensitive data.
Single sign-on made the rollout easy.
New features are released every month.
They listen to feedback and improve the product constantly.
I would recommend it to any growing company.
It does exactly what we need.
The best tool in its class.
We have been using it for years and could not work without it.
It takes the pain out of month end.
No more lost receipts.
It removes the guesswork from forecasting.
We no longer miss deadlines.
It prevents errors that we used to make in spreadsheets.
It solved our problem with duplicate data entry.
Before this we struggled with scattered documents; now all is in one place.
Helps identify issues before customers notice them.
It flags risks early and reduces churn.
Reduces complaints from our customers.
It allows us to be more efficient with limited resources.
It makes a complicated process simple.
The customer success team goes above and beyond.
They are quick to fix problems when they come up.
Easy to navigate and well structured.
I enjoy working with it every day.
The reporting is top notch.
Customisable dashboards for every department.
Excellent tool for remote teams.
Brings transparency to the whole project.
It keeps everyone accountable.
Simple, fast and secure.
Helps us decide where to invest our budget.
We use it to collect testimonials and share them on social media.
It increased our conversion rate by a third.
Better insight into what our buyers want.
A trusted source when people look for software.
It is a must-have for our sales team.
Saves time and money.
Their staff is friendly and patient.
The ability to export to Excel is very useful.
The ability to customise reports is fantastic.
I love being able to see everything at a glance.
I like that you can set reminders and never forget a call.
You can add as many users as you want at no extra cost.
It is easy to find what you are looking for.
The community is very helpful.
Being able to compare vendors side by side is really useful.
It allows us to respond to customers much faster.
The platform allows our sales people to focus on selling.
It lets us see which customers need attention.
It gives us the ability to segment our audience.
The ability to automate approvals is a huge plus.
The option to tailor each campaign to a different audience is great.
They give us options that work well with our budget.
When we need help, there is always somebody available.
Whenever I had a question, it was answered within the hour.
They worked with us to find a plan that suited our needs.
They go out of their way to make sure we get value.
It helps us to improve our product with real feedback.
It has helped us improve our response rate significantly.
It helped us understand what our customers require.
We can now identify new opportunities we would not have found otherwise.
It provides everything a growing business needs.
It offers lots of features that no other vendor has.
It suggests the next best step for every deal.
They made suggestions that really improved our process.
They are constantly adding new features and improving existing ones.
I was concerned it would be hard to set up, but it was a breeze.
What used to take days manually now takes minutes.
Previously we did all of this by hand, which was slow and error prone.
Finding good candidates is challenging, and this tool makes it easy.
The most difficult part of my job has become simple.
It eliminated the need for three other tools.
Without it we would be lost.
You will not find a better partner.
You can not get a better support team than this.
I do not have to worry about backups any more.
No question stays unanswered for long.
It does not push you into anything you are not ready for.
I never feel lost when looking for a setting.
The team jumped in right away when our launch did not go as planned.
My favourite feature is the shared calendar that everyone can edit.
Another feature I like is the automatic reminder.
It would be hard to go back to spreadsheets after this.
It is important for us to know how customers feel, and this gives us constant feedback.
As a manager I am responsible for five offices, and this keeps me informed.
The insight into customer needs is invaluable.
Gives potential buyers the information they need to make a decision.
Real users tell us what is and is not working for them.
It shows both the strengths and the weaknesses of each vendor.
I like that reviews include what people dislike as well as what they like.
It makes us look professional in front of clients.
We wanted more visibility and we got it.
It is one of the few tools that everyone in the company actually uses.
The flexibility to adapt it to our goals is what sold us.
It covers all our requirements and more.
It should be part of every marketing team's toolbox.
If you need a reliable help desk, look no further.
Anyone looking for a simple accounting package should try this.
I hope we keep working with them for many years.
Our company would like to thank the whole team.
I really appreciate how quickly they react.
Happy to recommend them to everyone who wants to grow.
We plan to add more users next year.
The update made it even better.
Since the last release it is much faster.
The new version fixed everything we had asked for.
It is a great way to get more customers to try the product.`;

const NOTHING_WRONG = `
Nothing to dislike so far.
I have no complaints.
I can not think of anything I dislike.
There is honestly nothing I would change.
No problems at all.
Nothing comes to mind.
No downsides that I have found.
So far we have not had any issues.
We have not run into a single problem.
Everything works as expected.
I do not have any dislikes at this time.
It is hard to find anything negative to say.
None.
N/A
No issues.
Nothing yet.
Not much to dislike.
There is not a lot to complain about.
I have yet to find a drawback.
I would not change a thing.
It has never let us down.
Never had a problem with it.
The few questions we had were solved right away.
All good.
Nothing really, it does everything we need.
Any small issue was fixed immediately.
I have not found anything I do not like.
No bugs, no crashes, no surprises.
Still exploring it, so I can not comment on that yet.
I have not used it long enough to have dislikes.
We are new to it, so nothing stands out yet.
Too early to tell.`;

const lines = (block: string): string[] => block.trim().split('\n');

export interface BusinessSentence {
  text: string;
  complaint: 0 | 1;
  wish: 0 | 1;
}

export const BUSINESS_SENTENCES: readonly BusinessSentence[] = [
  ...lines(COMPLAINTS).map((text): BusinessSentence => ({ text, complaint: 1, wish: 0 })),
  ...lines(WISHES).map((text): BusinessSentence => ({ text, complaint: 1, wish: 1 })),
  ...lines(PRAISE).map((text): BusinessSentence => ({ text, complaint: 0, wish: 0 })),
  ...lines(NOTHING_WRONG).map((text): BusinessSentence => ({ text, complaint: 0, wish: 0 })),
];
